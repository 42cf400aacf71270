import { LayoutView, type LayoutViewProps } from './layout-view.tsx';
import { aiLayout } from './presets/ai-layout.ts';

/** The workspace of the AI dashboard, with its own beginning. */
export const AiLayoutView = (props: Omit<LayoutViewProps, 'preset'>) => <LayoutView {...props} preset={aiLayout} />;
