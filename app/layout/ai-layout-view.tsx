import { aiLayout } from './ai-layout.ts';
import { LayoutView, type LayoutViewProps } from './layout-view.tsx';

/** The workspace of the AI dashboard, with its own beginning. */
export const AiLayoutView = (props: Omit<LayoutViewProps, 'preset'>) => <LayoutView {...props} preset={aiLayout} />;
