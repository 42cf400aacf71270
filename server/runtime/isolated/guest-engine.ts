import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core';
import { defaultGuestLimits, type GuestLimits, GuestRealm } from './guest-realm.ts';

/** Opens realms in one WebAssembly memory of this thread: even a fault of the interpreter reaches no further than that. */
export class GuestEngine {
  readonly #module: QuickJSWASMModule;
  #isSound = true;

  private constructor(module: QuickJSWASMModule) {
    this.#module = module;
  }

  static async start(): Promise<GuestEngine> {
    return new GuestEngine(await newQuickJSWASMModuleFromVariant(variant));
  }

  /** False once the interpreter itself has failed: what is in its memory can be trusted no more. */
  get isSound(): boolean {
    return this.#isSound;
  }

  /** A realm with the packed code in it. Throws {@link GuestError} when the code does not come up. */
  open(code: string, limits: GuestLimits = defaultGuestLimits): GuestRealm {
    const onBroken = (): void => {
      this.#isSound = false;
    };
    return new GuestRealm(this.#module.newRuntime(), code, limits, onBroken);
  }
}
