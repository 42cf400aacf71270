import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { IslandContext } from '../../../core/contract/site.ts';
import { IslandOwnerContext } from '../../../core/ui/site/island.tsx';
import { islandOf } from '../../../tests/kit/site/islands.ts';
import { Announcements } from '../announcements.tsx';
import { mount } from './announcements.ts';

const markup = '<img src=x onerror=alert(1)>';
const pinned = { announcement_id: 'a', language: 'zh-CN', title: '系统维护', text: '周日', pinned: true, publish_time: 1_780_000_000_000 };
const other = { ...pinned, announcement_id: 'b', language: 'en', title: markup, text: `${markup}\nSecond line`, pinned: false };

/** The island of a Chinese page after each of these answers; null: none came. */
async function shown(...answers: readonly (readonly object[] | null)[]): Promise<HTMLElement> {
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(
    <IslandOwnerContext value={{ pluginId: 'site-home', islands: ['announcements'] }}>
      <Announcements t={(key) => key} />
    </IslandOwnerContext>,
  );
  const element = page.querySelector<HTMLElement>('[data-island]') as HTMLElement;
  let run = async (): Promise<void> => undefined;
  let answer: readonly object[] | null = null;
  const get = (async (path: string, query?: object) => {
    expect([path, query]).toEqual(['/client/base/announcement/list', { language: 'zh-CN' }]);
    return answer ?? Promise.reject(new Error('away'));
  }) as IslandContext['get'];
  const every: IslandContext['every'] = (_, work) => {
    run = work;
    return () => undefined;
  };
  mount(element, {}, islandOf({ get, every, language: 'zh-CN' }));
  for (answer of answers) await run();
  return element;
}
const isHidden = (element: HTMLElement) => element.querySelector('details')?.hidden;
const parts = (element: HTMLElement, name: string) =>
  [...element.querySelectorAll(`details [data-part="${name}"]`)].map(({ textContent }) => textContent);

describe('the announcements of the first page', () => {
  it('show titles and texts as they were written, and never as markup', async () => {
    const element = await shown([pinned, other]);
    expect([isHidden(element), parts(element, 'latest')]).toEqual([false, ['系统维护']]);
    expect([parts(element, 'title'), parts(element, 'text')]).toEqual([
      ['系统维护', markup],
      ['周日', `${markup}\nSecond line`],
    ]);
    expect(element.querySelector('img')).toBeNull();
  });

  it('say which is pinned, and which is there in English only', async () => {
    const rows = [...(await shown([pinned, other])).querySelectorAll('li')];
    const about = rows.map((row) => ['pinned', 'english'].filter((name) => row.querySelector(`[data-part="${name}"]`) !== null));
    expect(about).toEqual([['pinned'], ['english']]);
    expect(rows[1]?.querySelector('h3')?.lang).toBe('en');
  });

  it('are not there where there are none, or none can be had, and go when the last is withdrawn', async () => {
    expect([isHidden(await shown([])), isHidden(await shown(null)), isHidden(await shown([pinned], []))]).toEqual([true, true, true]);
  });

  it('stay, with the place that somebody reads, when a later answer is the same or missing', async () => {
    const element = await shown([pinned], null, [pinned]);
    expect([isHidden(element), parts(element, 'title')]).toEqual([false, ['系统维护']]);
  });
});
