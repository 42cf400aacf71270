import { describe, expect, it } from 'vitest';
import { socialPlaceholder } from '../../../core/contract/site.ts';
import { socialLinksOf, withSocialLinks } from './social-links.ts';

const page = `<nav><a href="/home">Home</a></nav><footer><nav class="c"><h2>Social media</h2>${socialPlaceholder}</nav><nav>About</nav></footer>`;

describe('the social media of the operator', () => {
  it('stand in the footer by their names', () => {
    const links = socialLinksOf('X=https://x.com/firm, WeChat = https://weixin.qq.com/r/a?b=1&c=2') ?? [];
    expect(withSocialLinks(page, links)).toContain(
      '<nav class="c"><h2>Social media</h2><a href="https://x.com/firm" rel="me noopener">X</a>' +
        '<a href="https://weixin.qq.com/r/a?b=1&amp;c=2" rel="me noopener">WeChat</a></nav><nav>About',
    );
  });

  it('take their section with them where there are none', () => {
    expect(withSocialLinks(page, socialLinksOf('') ?? [])).toBe('<nav><a href="/home">Home</a></nav><footer><nav>About</nav></footer>');
  });

  it.each([
    'https://x.com/firm',
    'X=http://x.com/firm',
    'X=javascript:alert(1)',
    'X=https://x.com/a,X=https://x.com/b',
    '<b>=https://x.com',
    'X=',
  ])('are not read from %s', (text) => expect(socialLinksOf(text)).toBeUndefined());

  it('cannot end the attribute that they stand in', () => {
    const [link] = socialLinksOf('X=https://x.com/"><script>') ?? [];
    expect(withSocialLinks(page, link === undefined ? [] : [link])).not.toContain('<script>');
  });
});
