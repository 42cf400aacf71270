import { sharesAt } from '../../../core/client/layouts/layout-content.ts';
import { Icon, iconNamed } from '../../../core/ui/icon.tsx';
import type { PanelPreview } from '../../../schemas/manifest.ts';
import type { PresetNode } from '../../layout/presets/layout-preset.ts';
import { PanelSketch } from '../gallery/panel-sketch.tsx';
import styles from './ready-workspaces.module.css';

/** The desk that is drawn, in px. */
const desk = { width: 1_440, height: 840 } as const;

/** What of a panel can be told from afar. */
export interface SketchedPanel {
  readonly icon: string;
  readonly preview: PanelPreview;
}

interface LayoutSketchProps {
  readonly root: PresetNode;
  readonly panelOf: (panelKey: string) => SketchedPanel;
}

/** A layout from afar: the tabs of each of its stacks by their icons, and what stands in front of it, in its place. */
export function LayoutSketch({ root, panelOf }: LayoutSketchProps) {
  return (
    <span className={styles.sketch} aria-hidden="true">
      <Part node={root} width={desk.width} share={100} panelOf={panelOf} />
    </span>
  );
}

interface SketchPartProps {
  readonly node: PresetNode;
  /** In px of the desk. */
  readonly width: number;
  /** Percent of its parent. */
  readonly share: number;
  readonly panelOf: LayoutSketchProps['panelOf'];
}

function Part({ node, width, share, panelOf }: SketchPartProps) {
  const style = { flex: `${share} 1 0%` };
  if (node.kind === 'stack') {
    return (
      <span className={styles.stack} style={style}>
        <span className={styles.tabs}>
          {node.panels.map((key) => (
            <Icon key={key} name={iconNamed(panelOf(key).icon)} size={10} />
          ))}
        </span>
        <span className={styles.content}>
          <PanelSketch preview={panelOf(node.panels[0] ?? '').preview} stretched />
        </span>
      </span>
    );
  }
  const shares = sharesAt(node.children, width);
  return (
    <span className={`${styles.parts} ${node.kind === 'column' ? styles.column : ''}`} style={style}>
      {node.children.map((child, at) => {
        const part = shares[at] ?? 0;
        const key = `${child.kind}-${at}`;
        return <Part key={key} node={child} share={part} width={node.kind === 'row' ? (width * part) / 100 : width} panelOf={panelOf} />;
      })}
    </span>
  );
}
