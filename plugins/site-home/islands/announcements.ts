import type { IslandModule } from '../../../core/contract/site.ts';

/** `/client/base/announcement/list`, as far as it is shown. */
interface PublishedAnnouncement {
  readonly announcement_id: string;
  readonly language: string;
  readonly title: string;
  readonly text: string;
  readonly pinned: boolean;
  readonly publish_time: number;
}

const everyMs = 60_000;

/** Shows what the house has published, as text; nothing where there is none or it cannot be had. What stands there stays when a later answer is missing. */
export const mount: IslandModule['mount'] = (element, _, { get, every, language }) => {
  const all = element.querySelector('details');
  const list = element.querySelector('[data-part="list"]');
  const row = element.querySelector('template')?.content.firstElementChild;
  if (all === null || list === null || row === null || row === undefined) return () => undefined;
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  let shown = '';
  return every(everyMs, async () => {
    const announcements = await get<readonly PublishedAnnouncement[]>('/client/base/announcement/list', { language }).catch(() => null);
    // Whoever is reading one keeps his place and what he has marked.
    if (announcements === null || JSON.stringify(announcements) === shown) return;
    shown = JSON.stringify(announcements);
    list.replaceChildren(...announcements.map((one) => drawn(row, one, language, days)));
    const [first] = announcements;
    const latest = element.querySelector<HTMLElement>('[data-part="latest"]');
    if (latest !== null) {
      latest.textContent = first?.title ?? '';
      latest.lang = first?.language ?? language;
    }
    all.hidden = first === undefined;
  });
};

function drawn(row: Element, one: PublishedAnnouncement, language: string, days: Intl.DateTimeFormat): Element {
  const element = row.cloneNode(true) as Element;
  const part = (name: string): HTMLElement | null => element.querySelector<HTMLElement>(`[data-part="${name}"]`);
  for (const [name, words] of [
    ['title', one.title],
    ['text', one.text],
  ] as const) {
    const place = part(name);
    place?.replaceChildren(words);
    place?.setAttribute('lang', one.language);
  }
  const time = part('time');
  time?.append(days.format(one.publish_time));
  time?.setAttribute('datetime', new Date(one.publish_time).toISOString());
  if (!one.pinned) part('pinned')?.remove();
  if (one.language === language) part('english')?.remove();
  return element;
}
