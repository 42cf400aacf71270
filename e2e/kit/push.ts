import type { CDPSession, Worker } from '@playwright/test';

/** The browser's push service, but for the network: hands a message to the worker of this origin. */
export async function pushTo(origin: string, devtools: CDPSession, message: string): Promise<void> {
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first !== undefined) resolve(first.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data: message });
}

/** What the worker shows from now on. Not every headless browser lets notifications be seen, or shown. */
export async function watchNotices(worker: Worker): Promise<() => Promise<unknown>> {
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; shown: object[] };
    scope.shown = [];
    scope.registration.showNotification = async (title, { body, tag } = {}) => void scope.shown.push({ title, body, tag });
  });
  return () => worker.evaluate(() => (globalThis as unknown as { shown: object[] }).shown);
}
