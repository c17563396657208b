([css, title, studio, icon]) => {
  const { shadowRoot } = document.getElementById("autograd-studio");
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  shadowRoot.adoptedStyleSheets.push(sheet);
  const head = document.createElement("header");
  head.className = "preview";
  head.innerHTML = `${icon}<div><p></p><h1></h1></div>`;
  head.querySelector("p").textContent = studio;
  head.querySelector("h1").textContent = title;
  shadowRoot.querySelector(".app").append(head);
  return document.fonts.ready.then(() => true);
};
