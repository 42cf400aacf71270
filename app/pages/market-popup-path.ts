/** Popups of one market, by path. */
export const marketPopups = {
  '/exkchart': { panel: 'panel-chart/chart', title: 'popup.chart', query: 'q' },
  '/exmutiplykchart': { panel: 'panel-chart/chart', title: 'popup.charts', query: 's' },
  '/exdepth': { panel: 'panel-depth/depth', title: 'popup.depth', query: 'q' },
} as const;
export type MarketPopupPath = keyof typeof marketPopups;

export const isMarketPopup = (path: string): path is MarketPopupPath => Object.hasOwn(marketPopups, path);
