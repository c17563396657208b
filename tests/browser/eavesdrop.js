// Count what the page sends from now on.
() => {
  window.sent = 0;
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function count(...data) {
    window.sent += 1;
    return send.apply(this, data);
  };
  const { fetch } = window;
  window.fetch = (...what) => {
    window.sent += 1;
    return fetch(...what);
  };
};
