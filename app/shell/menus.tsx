export { PanelTabDot } from '../layout/panel-tab-dot.tsx';
export { AccountMenu } from './account-menu.tsx';
export { AddPanelMenu } from './add-panel-menu.tsx';
export { LanguageMenu } from './language-menu.tsx';
export { PageMenu } from './page-menu.tsx';
export { VenueDots } from './venue-dots.tsx';
