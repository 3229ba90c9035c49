'use strict';
(function () {
  // A cell's byte: its count below 16; else 8 to 15 from the low three bits, shifted left.
  function count(code) {
    return code < 16 ? code : ((code & 7) + 8) * Math.pow(2, (code >> 3) - 1);
  }

  // A byte 0 is followed by the number of empty cells for which it stands.
  function unpacked(text, size) {
    var packed = atob(text);
    var cells = new Uint8Array(size);
    for (var from = 0, to = 0; from < packed.length; from++) {
      var code = packed.charCodeAt(from);
      if (code === 0) {
        to += packed.charCodeAt(++from);
      } else {
        cells[to++] = code;
      }
    }
    return cells;
  }

  function colour(name) {
    var hex = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    return [1, 3, 5].map(function (at) { return parseInt(hex.substr(at, 2), 16); });
  }

  function paint(pixels, at, share, low, high) {
    for (var i = 0; i < 3; i++) {
      pixels[at + i] = Math.round(low[i] + (high[i] - low[i]) * share);
    }
    pixels[at + 3] = 255;
  }

  function Heat(figure) {
    var data = JSON.parse(figure.querySelector('script').textContent);
    var canvas = figure.querySelector('.map canvas');
    var scale = figure.querySelector('.legend canvas');
    var at = figure.querySelector('.at');
    var width = canvas.width;
    var height = canvas.height;
    var cells = unpacked(data.cells, width * height);
    var chosen = { column: 0, range: 0 };

    this.draw = function () {
      var low = colour('--low');
      var high = colour('--high');
      var steps = Math.log(1 + data.most);
      var context = canvas.getContext('2d');
      var image = context.createImageData(width, height);
      for (var i = 0; i < cells.length; i++) {
        if (cells[i] > 0) {
          var share = Math.min(1, Math.log(1 + count(cells[i])) / steps);
          paint(image.data, 4 * i, share, low, high);
        }
      }
      context.putImageData(image, 0, 0);
      var bar = scale.getContext('2d');
      var line = bar.createImageData(scale.width, 1);
      for (var x = 0; x < scale.width; x++) {
        paint(line.data, 4 * x, x / (scale.width - 1), low, high);
      }
      bar.putImageData(line, 0, 0);
    };

    function say(column, range) {
      chosen.column = Math.max(0, Math.min(width - 1, column));
      chosen.range = Math.max(0, Math.min(height - 1, range));
      var code = cells[chosen.range * width + chosen.column];
      at.textContent = (code < 16 ? '' : 'about ') + count(code).toLocaleString('en') +
        (code === 1 ? ' row' : ' rows') + '; keys from ' + data.keys[chosen.range] + ' to ' +
        data.keys[chosen.range + 1] + '; arrival from ' + data.spans[chosen.column] + ' to ' +
        data.spans[chosen.column + 1];
    }

    function point(event) {
      var box = canvas.getBoundingClientRect();
      say(Math.floor((event.clientX - box.left) * width / box.width),
        Math.floor((event.clientY - box.top) * height / box.height));
    }

    canvas.addEventListener('pointermove', point);
    canvas.addEventListener('pointerdown', point);
    canvas.addEventListener('keydown', function (event) {
      var moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
      var move = moves[event.key];
      if (move) {
        event.preventDefault();
        say(chosen.column + move[0], chosen.range + move[1]);
      }
    });
    this.draw();
  }

  var all = Array.prototype.map.call(document.querySelectorAll('figure.heat'), function (figure) {
    return new Heat(figure);
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', function () {
    all.forEach(function (each) { each.draw(); });
  });
}());
