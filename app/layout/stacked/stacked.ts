export { FrontMemory } from '../front-memory.ts';
export { StackedControls } from './stacked-controls.tsx';
export { StackedLayoutHost } from './stacked-layout-host.ts';
