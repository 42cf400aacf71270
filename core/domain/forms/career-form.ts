import type { FormRules } from './form-rules.ts';

/** Jobs that are open: full-time, in Hong Kong. */
export const openJobs = ['quantitative-researcher', 'engineer', 'trader'] as const;

/** Fields of an application in their order, beside the resume. */
export const careerRules = {
  job: { kind: 'choice', options: openJobs, required: true },
  name: { kind: 'text', most: 120, required: true },
  phone: { kind: 'phone', most: 40, required: true },
  email: { kind: 'email', most: 254, required: true },
  currentCompany: { kind: 'text', most: 120, required: false },
  linkedinUrl: { kind: 'url', most: 500, required: false },
  githubUrl: { kind: 'url', most: 500, required: false },
  portfolioUrl: { kind: 'url', most: 500, required: false },
  otherUrl: { kind: 'url', most: 500, required: false },
  coverLetter: { kind: 'text', most: 5_000, required: false },
} as const satisfies FormRules;

export const resumeField = 'resume';
export const resumeLimitMb = 10;
export const resumeFormats = ['pdf', 'doc'] as const;
export type ResumeFormat = (typeof resumeFormats)[number];
