import * as fc from 'fast-check';

/** Properties are tried on the same cases in each run, so that a commit is judged by itself; the nightly set draws others each time. */
const drawn = process.env.TESSERA_PROPERTY_SEED;
fc.configureGlobal({ seed: drawn === undefined ? 1 : Number(drawn) });
