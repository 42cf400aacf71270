/** What is wrong with the first entry of the audit log that is not as it was written, or with its chain as a whole. */
export const auditProblems = ['missing', 'not-following', 'altered', 'other-end', 'earlier-altered', 'end-gone', 'orders-altered'] as const;
export type AuditProblem = (typeof auditProblems)[number];
