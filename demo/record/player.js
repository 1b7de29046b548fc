(function () {
  "use strict";
  var $ = function (id) { return document.getElementById(id); };
  var reel = JSON.parse($("reel").textContent), n = reel.frames.length;
  var rows = [], shown = [], at = -1, playing = false, timer = 0;
  var screen = $("screen"), caption = $("caption"), slider = $("slider"), chapters = $("chapters");
  var calm = window.matchMedia && window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  screen.textContent = "";
  for (var i = 0; i < reel.rows; i++) {
    rows[i] = document.createElement("span");
    screen.appendChild(rows[i]);
    screen.appendChild(document.createTextNode("\n"));
  }
  reel.chapters.forEach(function (c, i) {
    var o = document.createElement("option");
    o.value = i;
    o.textContent = (i + 1) + " " + c.title;
    chapters.appendChild(o);
  });
  slider.max = n - 1;
  function chapter() {
    var k = 0;
    reel.chapters.forEach(function (c, i) { if (c.frame <= at) k = i; });
    return k;
  }
  function draw(to) {
    var lines = [], from = to < at ? 0 : at + 1, i, j, f;
    for (i = from; i <= to; i++) {
      f = reel.frames[i];
      for (j = 2; j < f.length; j += 2) lines[f[j]] = f[j + 1];
    }
    if (to < at) shown = [];
    for (i = 0; i < rows.length; i++) {
      if (lines[i] !== undefined && lines[i] !== shown[i]) rows[i].innerHTML = reel.lines[shown[i] = lines[i]];
    }
    at = to;
    var said = reel.captions[reel.frames[at][1]];
    if (caption.textContent !== said) caption.textContent = said;
    slider.value = at;
    slider.setAttribute("aria-valuetext", time(reel.frames[at][0]) + " of " + time(reel.for));
    chapters.value = chapter();
    $("clock").textContent = time(reel.frames[at][0]) + " / " + time(reel.for);
  }
  function time(ms) {
    var s = Math.round(ms / 1000);
    return Math.floor(s / 60) + ":" + ("0" + s % 60).slice(-2);
  }
  function next() {
    clearTimeout(timer);
    if (!playing) return;
    if (at + 1 >= n) return play(false);
    timer = setTimeout(function () { draw(at + 1); next(); }, (reel.frames[at + 1][0] - reel.frames[at][0]) / $("speed").value);
  }
  function play(on) {
    playing = on;
    $("play").textContent = on ? "Stop" : "Play";
    if (on && at + 1 >= n) draw(0);
    next();
  }
  function go(to) { draw(Math.max(0, Math.min(n - 1, to))); next(); }
  function jump(by) {
    var k = Math.max(0, Math.min(reel.chapters.length - 1, chapter() + by));
    go(reel.chapters[k].frame);
  }
  $("play").onclick = function () { play(!playing); };
  $("step").onclick = function () { play(false); go(at + 1); };
  $("back").onclick = function () { play(false); go(at - 1); };
  $("speed").onchange = next;
  chapters.onchange = function () { go(reel.chapters[chapters.value].frame); };
  slider.oninput = function () { go(+slider.value); };
  document.addEventListener("keydown", function (e) {
    if (e.ctrlKey || e.altKey || e.metaKey || /^(SELECT|INPUT)$/.test(e.target.tagName) || e.target.tagName === "BUTTON" && e.key === " ") return;
    var does = { " ": function () { play(!playing); }, ArrowRight: function () { play(false); go(at + 1); }, ArrowLeft: function () { play(false); go(at - 1); },
      PageDown: function () { jump(1); }, PageUp: function () { jump(-1); } }[e.key];
    if (does) { e.preventDefault(); does(); }
  });
  $("stage").hidden = false;
  draw(0);
  if (!calm) play(true);
})();
