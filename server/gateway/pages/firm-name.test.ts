import { expect, it } from 'vitest';
import { firmDataPlaceholder, firmPlaceholder } from '../../../core/contract/site.ts';
import { withFirmName } from './firm-name.ts';

const page = `<title>Home · ${firmPlaceholder}</title><script>{"name":"${firmDataPlaceholder}"}</script><p>Claim</p><p data-runs-on="">Runs on Tessera</p>`;

it('stands in words and data of a public page, which says on what it runs', () => {
  expect(withFirmName(page, 'Meridian & Sons')).toBe(
    '<title>Home · Meridian &amp; Sons</title><script>{"name":"Meridian & Sons"}</script><p>Claim</p><p data-runs-on="">Runs on Tessera</p>',
  );
  expect(withFirmName(page, 'Tessera')).not.toContain('Runs on');
});

it('ends no element, whatever somebody has called his firm', () => {
  const made = withFirmName(page, `</script><b>"\\ $& ${firmPlaceholder}`);
  expect(made).not.toContain('<b>');
  expect(made.match(/<\/script>/g)).toHaveLength(1);
  const data = /<script>(.*)<\/script>/.exec(made)?.[1] ?? '';
  expect(JSON.parse(data)).toHaveProperty('name');
});
