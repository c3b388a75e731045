// An app around the page, as the tests play one: it remembers what the page says, and answers as a test tells it to.
// `window.appVersion` is set before this, where it is to be another one.
window.told = [];
window.ipxNative = { version: window.appVersion ?? 1 };
window.webkit = { messageHandlers: { ipx: { postMessage: (message) => window.told.push(message) } } };
