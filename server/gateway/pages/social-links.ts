import { socialPlaceholder } from '../../../core/contract/site.ts';

/** Where the operator is on a social medium, as the footer of the public site names it. */
export interface SocialLink {
  readonly name: string;
  readonly address: string;
}

/** `X=https://x.com/firm,LinkedIn=https://…`; undefined: not so written. */
export function socialLinksOf(text: string): readonly SocialLink[] | undefined {
  if (text.trim() === '') return [];
  const links = text.split(',').flatMap((one) => {
    const [, name = '', address = ''] = /^\s*([\p{L}\p{N}][\p{L}\p{N} .&+-]{0,29}?)\s*=\s*(https:\/\/\S+)\s*$/u.exec(one) ?? [];
    return URL.canParse(address) ? [{ name, address: new URL(address).href }] : [];
  });
  const names = new Set(links.map(({ name }) => name));
  return links.length === text.split(',').length && names.size === links.length ? links : undefined;
}

const section = new RegExp(`<nav(?:(?!<nav|</nav>).)*${socialPlaceholder}</nav>`, 's');
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** A drawn page with these links in its footer; without any, also without the section for them. */
export const withSocialLinks = (page: string, links: readonly SocialLink[]): string =>
  page.replace(section, (nav) =>
    links.length === 0
      ? ''
      : nav.replace(socialPlaceholder, () =>
          links.map(({ name, address }) => `<a href="${escaped(address)}" rel="me noopener">${escaped(name)}</a>`).join(''),
        ),
  );
