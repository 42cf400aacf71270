/**
 * Elements that reach out of the document by ways that no policy names: `<link rel=preconnect>` looks any host up, a frame has a realm
 * of its own that knows nothing of what is taken away here.
 */
const shut = (): readonly (new () => Element)[] => [
  HTMLLinkElement,
  HTMLIFrameElement,
  HTMLFrameElement,
  HTMLObjectElement,
  HTMLEmbedElement,
  HTMLScriptElement,
  HTMLMetaElement,
  HTMLBaseElement,
];

/** Makers of connections, of elements beside `createElement`, and of realms. */
const taken: readonly string[] = [
  'RTCPeerConnection',
  'webkitRTCPeerConnection',
  'RTCDataChannel',
  'RTCIceTransport',
  'WebTransport',
  'WebSocketStream',
  'DOMParser',
  'XSLTProcessor',
  'Sanitizer',
  'Worker',
  'SharedWorker',
  'BroadcastChannel',
  'HTMLFencedFrameElement',
  'FencedFrameConfig',
];

type Maker = (this: unknown, ...args: never[]) => unknown;

/**
 * Runs before the package's code. The sandbox and the policy of the document are the wall; this closes what they leave open. Nothing
 * that it replaces can be had back: there is no other realm.
 */
export function lockRealm(view: Window & typeof globalThis): void {
  const { Document, DOMImplementation, Element, ShadowRoot, Range, CustomElementRegistry, History } = view;
  const doors = shut();
  const checked = (make: Maker): Maker =>
    function (this: unknown, ...args) {
      const made = Reflect.apply(make, this, args);
      const root = made instanceof view.Document ? made.documentElement : made;
      if (doors.some((door) => root instanceof door)) throw new TypeError('a package has no such element');
      return made;
    };
  for (const [prototype, names] of [
    [Document.prototype, ['createElement', 'createElementNS']],
    [DOMImplementation.prototype, ['createDocument']],
  ] as const) {
    for (const name of names) replace(prototype, name, checked(Reflect.get(prototype, name) as Maker));
  }
  // Whatever turns text into elements.
  for (const prototype of [Element.prototype, ShadowRoot.prototype, Document.prototype, Document, Range.prototype]) {
    for (const name of Object.getOwnPropertyNames(prototype)) {
      const { value } = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
      if (typeof value === 'function' && /html|fragment|^write|^execCommand$/i.test(name) && name !== 'getHTML')
        replace(prototype, name, refuse);
    }
  }
  replace(CustomElementRegistry.prototype, 'define', refuse);
  // The page's own way back and forth is not the frame's.
  for (const name of ['back', 'forward', 'go']) replace(History.prototype, name, refuse);
  for (const name of taken) {
    Reflect.deleteProperty(view, name);
    if (name in view) throw new Error(`${name} could not be taken away`);
  }
}

function refuse(): never {
  throw new TypeError('a package cannot do this');
}

const replace = (target: object, name: string, value: unknown): void => {
  Object.defineProperty(target, name, { value, writable: false, configurable: false, enumerable: true });
};
