// Keys for the buttons, and a word with other tabs of this page. Everything works without it.
"use strict";
(() => {
  let isSending = false;

  document.addEventListener("submit", (event) => {
    if (isSending) event.preventDefault();
    isSending = true;
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const buttons = document.querySelectorAll("button[data-key]:not(:disabled)");
    for (const button of buttons) {
      if (button.dataset.key === event.key.toLowerCase()) {
        event.preventDefault();
        button.click();
        return;
      }
    }
  });

  // A page that the browser brings back, as by its Back button, shows an old question.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });

  const twice = document.getElementById("twice");
  const others = new BroadcastChannel(`judging ${document.body.dataset.file}`);
  others.addEventListener("message", (event) => {
    twice.hidden = false;
    if (event.data === "opened") others.postMessage("here");
  });
  others.postMessage("opened");
})();
