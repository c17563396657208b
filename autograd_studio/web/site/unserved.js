// Where a page was opened from the disk, a browser runs no module and keeps no file: then it says what to do instead.
if (location.protocol === "file:") document.getElementById("unserved")?.removeAttribute("hidden");
