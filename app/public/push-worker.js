// Shows what the house sends by Web Push, also while no page is open. The message is JSON of server/deliveries/notice-letters.ts.
self.addEventListener('push', (event) => {
  const { id, title = 'Tessera', body = '' } = event.data?.json() ?? {};
  event.waitUntil(self.registration.showNotification(title, { body, tag: id, icon: '/mark.svg' }));
});

// A click brings an open page to the front, or opens one.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const show = async () => {
    const [page] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    await (page === undefined ? self.clients.openWindow('/dashboard') : page.focus());
  };
  event.waitUntil(show());
});
