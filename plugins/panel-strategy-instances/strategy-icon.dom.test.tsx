import { afterEach, expect, it } from 'vitest';
import type { StrategyTemplate } from '../../core/contract/strategies.ts';
import { Icon } from '../../core/ui/index.ts';
import { type Rendered, render } from '../../tests/kit/render.tsx';
import { WithIcon } from './instance-badges.tsx';
import type { Services } from './requires.ts';
import { useStrategyTexts } from './use-strategy-texts.ts';

let page: Rendered | undefined;
afterEach(() => page?.close());

const template = (strategy: string, icon: string): StrategyTemplate =>
  ({ strategy, icon, plugin: 'strategy-shock-grid', title: 'strategy-shock-grid.title' }) as StrategyTemplate;

function Named({ services, strategy }: { readonly services: Pick<Services, 'strategies'>; readonly strategy: string }) {
  const texts = useStrategyTexts(services);
  return (
    <WithIcon strategy={strategy} texts={texts}>
      <span>Quiet week</span>
    </WithIcon>
  );
}

const shown = async (strategy: string) => {
  const services = { strategies: { templates: [template('strategy-shock-grid/shock-grid', 'ladder')] } } as unknown as Pick<
    Services,
    'strategies'
  >;
  page = await render(<Named services={services} strategy={strategy} />, { 'strategy-shock-grid': { title: 'Shock grid' } });
  const { container } = page;
  return {
    text: container.textContent,
    title: container.querySelector('[title]')?.getAttribute('title'),
    icon: container.querySelector('svg')?.innerHTML,
  };
};
const pathsOf = async (name: 'ladder' | 'robot'): Promise<string | undefined> => {
  const drawn = await render(<Icon name={name} />);
  const paths = drawn.container.querySelector('svg')?.innerHTML;
  await drawn.close();
  return paths;
};

it('stands before the name of an instance, and says which strategy it is of', async () => {
  expect(await shown('strategy-shock-grid/shock-grid')).toEqual({ text: 'Quiet week', title: 'Shock grid', icon: await pathsOf('ladder') });
});

it('is that of all strategies where an instance is of one that its user has no more', async () => {
  expect(await shown('strategy-gone/gone')).toEqual({ text: 'Quiet week', title: 'strategy-gone/gone', icon: await pathsOf('robot') });
});
