/** Whether this browser can draw maps at all: WebGL 2, with or without a graphics card. */
export function supportsWebGl(): boolean {
  try {
    const context = document.createElement('canvas').getContext('webgl2');
    // The context is released, because a browser allows few of them and the map needs one.
    context?.getExtension('WEBGL_lose_context')?.loseContext();
    return context !== null;
  } catch {
    return false;
  }
}
