import { layoutFileName, layoutFileText, maxLayoutFileBytes, readLayoutFile, tooLarge } from '../../../core/client/layouts/layout-file.ts';
import type { OpenLayout } from '../../../core/client/layouts/open-layout.ts';
import type { ClientServices } from '../../workbench/client-services.ts';

/** Hands the workspace over as a file; one that cannot be shown as it was saved. */
export async function exportWorkspace(layout: OpenLayout): Promise<void> {
  await layout.flush();
  const { version, content } = layout.kept;
  const url = URL.createObjectURL(new Blob([layoutFileText(layout.name, version, content)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = layoutFileName(layout.name);
  link.click();
  URL.revokeObjectURL(url);
}

/** Asks for a file and opens it as a further workspace. */
export function importWorkspace({ layout, notices }: ClientServices, defaultName: string): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = 'application/json,.json';
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file !== undefined) void take(file);
  });
  input.click();

  async function take(file: File): Promise<void> {
    const read = file.size > maxLayoutFileBytes ? tooLarge() : readLayoutFile(await file.text(), defaultName);
    if (read.ok) await layout.importFile(read.value);
    else notices.error(read.error);
  }
}
