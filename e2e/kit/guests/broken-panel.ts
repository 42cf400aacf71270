import type { Page } from '@playwright/test';

export const brokenMoments = ['mounting', 'drawing', 'leaving'] as const;
type BrokenMoment = (typeof brokenMoments)[number];

const bodies: Readonly<Record<BrokenMoment, string>> = {
  mounting: `Panel.prototype.componentDidMount = () => { throw new Error('broken while mounting'); };`,
  drawing: `Panel.prototype.render = () => { throw new Error('broken while drawing'); };`,
  leaving: `Panel.prototype.componentWillUnmount = () => { throw new Error('broken while leaving'); };`,
};

/**
 * Serves the balances panel as a build that throws at one moment of its life. A class with React's mark is a component, so the
 * fixture needs no library.
 */
export async function breakBalances(page: Page, moment: BrokenMoment): Promise<void> {
  const body = `function Panel(props) { this.props = props; }
    Panel.prototype.isReactComponent = {};
    Panel.prototype.render = () => 'A fixture in the place of the balances';
    ${bodies[moment]}
    export { Panel };`;
  // The panels are one file, which is taken as it is: only what is picked from it for the balances is another.
  await page.route('**/assets/plugins-*.js', async (route) => {
    const built = await (await route.fetch()).text();
    const changed = built.replace(/\w+\[`plugins\/panel-balances\/balances-panel\.tsx`\]/, `import('/assets/broken-panel.js')`);
    if (changed === built) throw new Error('the build has no balances panel');
    await route.fulfill({ contentType: 'text/javascript', body: changed });
  });
  await page.route('**/assets/broken-panel.js', (route) => route.fulfill({ contentType: 'text/javascript', body }));
}
