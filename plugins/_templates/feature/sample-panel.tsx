import type { PanelProps } from '../../../core/contract/panel.ts';
import { PanelBody } from '../../../core/ui/index.ts';
import type { requires } from './requires.ts';
import { SampleNotes } from './sample-notes.tsx';

export const Panel = ({ services }: PanelProps<typeof requires>) => (
  <PanelBody>
    <SampleNotes services={services} />
  </PanelBody>
);
