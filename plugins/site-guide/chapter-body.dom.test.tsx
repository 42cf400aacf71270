import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { IslandOwnerContext } from '../../core/ui/site/island.tsx';
import { ChapterBody } from './chapter-body.tsx';
import { readChapter } from './read-chapter.ts';

/** What a page shows of this Markdown after its title and lead. */
const drawn = (markdown: string): string =>
  renderToStaticMarkup(
    <IslandOwnerContext value={{ pluginId: 'site-guide', islands: ['copy-code'] }}>
      <ChapterBody
        chapter={readChapter('trader/orders', `# Title\n\nLead.\n\n${markdown}\n`)}
        language="zh-TW"
        subpage="trader/orders"
        links={[]}
        t={(key) => key}
        href={(to) => `/zh-TW${to}`}
      />
    </IslandOwnerContext>,
  );

describe('the body of a chapter', () => {
  it('draws text as text, links in the language of the page, and each heading as a place', () => {
    expect(drawn('Less <than> & **more** of [alerts](alerts.md).'.replace('<than>', '\\<than>'))).toContain(
      '<p>Less &lt;than&gt; &amp; <strong>more</strong> of <a href="/zh-TW/guide/trader/alerts">alerts</a>.</p>',
    );
    expect(drawn('## Two {#two}')).toMatch(/<h2 id="two"><a href="#two">Two<\/a><\/h2>/);
    expect(drawn('| a | b |\n|---|---|\n| `1` | 2 |')).toContain('<td><code>1</code></td><td>2</td>');
  });

  it('shows a picture in both themes with its size, and code with an island that copies it', () => {
    const picture = drawn('Text.\n\n![The ticket](../../../pictures/zh-TW/ticket.dark.webp)');
    const images = picture.match(/<img [^>]*alt="The ticket" width="\d+" height="\d+"/g) ?? [];
    expect(images).toHaveLength(2);
    for (const image of images) expect(image).toContain('loading="lazy"');
    expect(picture).not.toContain('preload');
    expect(drawn('```sh\nnpm start\n```')).toMatch(/data-island="site-guide\/copy-code".*<pre tabindex="0">npm start<\/pre>/s);
  });

  it.each([
    ['HTML', '<b>bold</b>', /nothing that a chapter may hold/],
    ['marks that mark nothing', '用**选择…**选择', /holds marks that mark nothing/],
    ['a picture that is not there', '![x](../../../pictures/zh-TW/none.dark.webp)', /there is no picture/],
    ['a picture of another language', '![x](../../../pictures/en/ticket.dark.webp)', /there is no picture .* for zh-TW/],
    ['a link to nowhere', '[x](nowhere.md)', /there is no such chapter/],
  ])('is refused with %s', (_, markdown, message) => {
    expect(() => drawn(markdown)).toThrow(message);
  });
});
