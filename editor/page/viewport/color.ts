/* The theme's colours as numbers. Whatever way CSS writes a colour, the browser itself says what it is. */

export type Rgb = [number, number, number]; // 0 to 1, sRGB

let pixel: CanvasRenderingContext2D | null = null;

function parse(css: string): Rgb | null {
  if (!pixel) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    pixel = canvas.getContext('2d', { willReadFrequently: true });
  }
  if (!pixel) return null;
  pixel.fillStyle = '#010203';
  pixel.fillStyle = css;
  pixel.clearRect(0, 0, 1, 1);
  pixel.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = pixel.getImageData(0, 0, 1, 1).data;
  return a ? [r! / 255, g! / 255, b! / 255] : null;
}

/* A custom property of the element's theme, else what stands in for it. */
export function themeColor(element: Element, names: readonly string[], instead: string): Rgb {
  const style = getComputedStyle(element);
  for (const name of names) {
    const css = style.getPropertyValue(name).trim();
    const color = css ? parse(css) : null;
    if (color) return color;
  }
  return parse(instead) ?? [0.5, 0.5, 0.5];
}

/* Calls `changed` when light becomes dark: by the system, or by an attribute that the page sets. */
export function onTheme(changed: () => void): () => void {
  const media = matchMedia('(prefers-color-scheme: dark)');
  const watch = new MutationObserver(changed);
  media.addEventListener('change', changed);
  watch.observe(document.documentElement, { attributes: true, attributeFilter: ['class', 'data-theme', 'style'] });
  return () => {
    media.removeEventListener('change', changed);
    watch.disconnect();
  };
}
