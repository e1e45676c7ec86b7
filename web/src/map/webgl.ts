/** Whether this browser can draw maps at all: WebGL 2, with or without a graphics card. */
export function supportsWebGl(): boolean {
  try {
    const context = document.createElement('canvas').getContext('webgl2');
    // A browser allows few contexts at a time: the map needs this one's place.
    context?.getExtension('WEBGL_lose_context')?.loseContext();
    return context !== null;
  } catch {
    return false;
  }
}
