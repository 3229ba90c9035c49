# In place of the command trace of the shell's own version, which needs a class that HBase 2.6 has
# not any more.
module Shell
  module Commands
    class Trace < Command
    end
  end
end
