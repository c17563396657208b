// Made by "make bundles" of sources 5103e30f15cf9b81f4a9997174138172762558d5862b384c0081372cfb7e862e
location.protocol==="file:"&&document.getElementById("unserved")?.removeAttribute("hidden");
