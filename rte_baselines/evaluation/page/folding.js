// Folds the parts below the scores on phones, where they are many screens long. Without the
// script, and in print, they are open.
"use strict";
(() => {
  if (!matchMedia("screen and (max-width: 30rem)").matches) return;

  const setOpen = (section, isOpen) => {
    section.classList.toggle("folded", !isOpen);
    section.querySelector("h2 > button").setAttribute("aria-expanded", String(isOpen));
  };

  for (const section of document.querySelectorAll("main > section.foldable")) {
    const heading = section.querySelector("h2");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "fold";
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => setOpen(section, section.classList.contains("folded")));
    setOpen(section, false);
  }

  // A link to a part or into it opens it.
  const openLinked = (hash) => {
    const section = document.getElementById(hash.slice(1))?.closest("section.foldable");
    if (section) setOpen(section, true);
  };
  document.addEventListener("click", (event) => openLinked(event.target.closest("a[href^='#']")?.hash ?? ""));
  openLinked(location.hash);
})();
