(function () {
  "use strict";
  var form = document.getElementById("votes");
  if (!form) return;
  form.classList.add("live");
  form.addEventListener("submit", function (e) {
    e.preventDefault();
    var told = document.getElementById("told");
    var voter = form.elements.voter.value.trim();
    if (!voter) {
      told.textContent = form.dataset.noname;
      form.elements.voter.focus();
      return;
    }
    var votes = [];
    form.querySelectorAll("fieldset").forEach(function (f) {
      var chosen = f.querySelector("input:checked");
      var comment = f.querySelector("textarea").value.trim();
      if (chosen || comment) {
        votes.push({ creator: f.dataset.creator, name: f.dataset.name, vote: chosen ? chosen.value : "", comment: comment });
      }
    });
    var text = JSON.stringify({ format: "greenroom-votes/1", list: form.dataset.list, version: Number(form.dataset.version), voter: voter, saved_at: new Date().toISOString(), votes: votes }, null, 2);
    var a = document.createElement("a");
    a.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    a.download = form.dataset.file;
    a.click();
    setTimeout(function () { URL.revokeObjectURL(a.href); }, 10000);
    told.textContent = form.dataset.saved;
  });
})();
