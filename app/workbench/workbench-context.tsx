import { createContext, useContext } from 'react';
import type { Workbench } from './boot.ts';

export const WorkbenchContext = createContext<Workbench | null>(null);

export function useWorkbench(): Workbench {
  const workbench = useContext(WorkbenchContext);
  if (workbench === null) throw new Error('no workbench above this component');
  return workbench;
}
