/** Web Push in this browser. What it cannot do is said by a word, never thrown. */

const workerPath = '/push-worker.js';

export interface BrowserAddress {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** `unsupported`: the browser has none, or the page is not on https; `denied`: its user has forbidden it; `failed`: the browser's push service cannot be reached. */
export type PushProblem = 'unsupported' | 'denied' | 'failed';

export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** What this browser says it is. iPads call themselves Macs, which have no screen to touch. */
export const agentHere = (): string =>
  navigator.maxTouchPoints > 1 ? navigator.userAgent.replace('Macintosh', 'iPad') : navigator.userAgent;

const registered = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker.getRegistration(workerPath))?.pushManager.getSubscription()) ?? null;

/** The address of this browser, if it takes messages now. */
export async function endpointHere(): Promise<string | null> {
  return canPush() ? ((await registered())?.endpoint ?? null) : null;
}

/** Asks the person for leave, and the browser for its address. `publicKey`: the house's, base64url. */
export async function subscribeHere(publicKey: string): Promise<BrowserAddress | PushProblem> {
  if (!canPush()) return 'unsupported';
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  try {
    await navigator.serviceWorker.register(workerPath);
    const { pushManager } = await navigator.serviceWorker.ready;
    // Of another house, or of another key of this one, it would be sent nothing.
    const former = await pushManager.getSubscription();
    if (former !== null && base64url(former.options.applicationServerKey) !== publicKey) await former.unsubscribe();
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
    return { endpoint: made.endpoint, p256dh: base64url(made.getKey('p256dh')), auth: base64url(made.getKey('auth')) };
  } catch {
    return 'failed';
  }
}

/** The browser takes no more; the house hears it from its push service with the next message. */
export async function forgetThisBrowser(): Promise<void> {
  if (canPush()) await (await registered())?.unsubscribe();
}

function base64url(bytes: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
