import { sharesAt } from '../../../core/client/layouts/layout-content.ts';
import type { PanelPreview } from '../../../schemas/manifest.ts';
import type { PresetNode } from '../../layout/presets/layout-preset.ts';
import { PanelSketch } from '../gallery/panel-sketch.tsx';
import styles from './ready-workspaces.module.css';

/** The desk that is drawn, in px. */
const desk = { width: 1_440, height: 840 } as const;

interface LayoutSketchProps {
  readonly root: PresetNode;
  readonly previewOf: (panelKey: string) => PanelPreview;
}

/** A layout from afar: what stands in front of each of its stacks, in its place. */
export function LayoutSketch({ root, previewOf }: LayoutSketchProps) {
  return (
    <span className={styles.sketch} aria-hidden="true">
      <Part node={root} width={desk.width} share={100} previewOf={previewOf} />
    </span>
  );
}

interface SketchPartProps {
  readonly node: PresetNode;
  /** In px of the desk. */
  readonly width: number;
  /** Percent of its parent. */
  readonly share: number;
  readonly previewOf: LayoutSketchProps['previewOf'];
}

function Part({ node, width, share, previewOf }: SketchPartProps) {
  const style = { flex: `${share} 1 0%` };
  if (node.kind === 'stack') {
    return (
      <span className={styles.stack} style={style}>
        <PanelSketch preview={previewOf(node.panels[0] ?? '')} />
      </span>
    );
  }
  const shares = sharesAt(node.children, width);
  return (
    <span className={`${styles.parts} ${node.kind === 'column' ? styles.column : ''}`} style={style}>
      {node.children.map((child, at) => {
        const part = shares[at] ?? 0;
        const key = `${child.kind}-${at}`;
        return (
          <Part key={key} node={child} share={part} width={node.kind === 'row' ? (width * part) / 100 : width} previewOf={previewOf} />
        );
      })}
    </span>
  );
}
