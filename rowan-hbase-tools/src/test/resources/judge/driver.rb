# Drives HBase's shell: loads it as jar-bootstrap.rb does, without a terminal.
include Java
require 'stringio'
require 'irb'
require 'irb/workspace'
require 'hbase_constants'
require 'hbase_shell'
require 'shell/formatter'

class Driver
  def self.commands
    Shell.commands.keys.sort.join(' ')
  end

  # A line for each group: its name, and its commands.
  def self.groups
    Shell.command_groups.map { |name, group| "#{name}: #{group[:commands].sort.join(' ')}" }.join("\n")
  end

  def initialize(conf)
    @hbase = Hbase::Hbase.new(conf)
    @workspace = Shell::Shell.new(@hbase, true).get_workspace
  end

  # What a line prints; what it returns is not of interest, as in a script.
  def run(line, answers)
    out = StringIO.new
    kept_out, kept_in = $stdout, $stdin
    $stdout = out
    $stdin = StringIO.new(answers)
    begin
      @workspace.evaluate(nil, line)
    rescue StandardError, ScriptError => e
      out.puts "ERROR: #{e.message}"
    ensure
      $stdout = kept_out
      $stdin = kept_in
    end
    out.string
  end

  def close
    @hbase.shutdown
  end
end
Driver
