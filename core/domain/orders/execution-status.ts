import type { StateTable } from '../state-table.ts';

/** Life of a parent execution (smart execute, SOR): its children are ordinary orders with their own table. */
const executionStatuses = ['EXECUTING', 'EXECUTED', 'CANCELING', 'CANCELED', 'EXECUTION_TIMEOUT', 'EXECUTION_ERROR'] as const;
export type ExecutionStatus = (typeof executionStatuses)[number];

export const executionStatusTable: StateTable<ExecutionStatus> = {
  name: 'execution',
  next: {
    EXECUTING: ['EXECUTED', 'CANCELING', 'EXECUTION_TIMEOUT', 'EXECUTION_ERROR'],
    CANCELING: ['CANCELED', 'EXECUTED', 'EXECUTION_ERROR'],
    EXECUTED: [],
    CANCELED: [],
    EXECUTION_TIMEOUT: [],
    EXECUTION_ERROR: [],
  },
};
