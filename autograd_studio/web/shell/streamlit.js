// The first script of Streamlit's document: what Streamlit is to know before it begins.
import { paintGround } from "./ground.js";

paintGround();

// The front end says itself that the server is away.
Reflect.set(window, "__streamlit", { HOST_CONFIG: { blockErrorDialogs: true } });

// The address is the front end's. Streamlit would write that of the page it knows, and run its script at each Back.
window.history.pushState = () => {};
window.history.replaceState = () => {};
window.addEventListener("popstate", (event) => {
  event.stopImmediatePropagation();
  window.dispatchEvent(new Event("returned"));
});
