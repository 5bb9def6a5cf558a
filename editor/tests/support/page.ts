// A page of the editor in a real browser, with everything that it complains about kept: a test that ends with a console
// error or warning fails, whatever else it saw.
import { chromium, type Browser, type Page } from 'playwright-core';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Server } from './server';

export interface Opened {
  readonly page: Page;
  readonly complaints: string[];
  close(): Promise<void>;
}

let shared: Browser | undefined;

export async function browser(): Promise<Browser> {
  shared ??= await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--enable-unsafe-swiftshader', '--force-color-profile=srgb',
      '--js-flags=--expose-gc'],
  });
  return shared;
}

export async function endBrowser(): Promise<void> {
  await shared?.close();
  shared = undefined;
}

/** Software rendering says so in the console; that is the machine's, not the page's. */
const machine = /GPU stall due to ReadPixels|GroupMarkerNotSet|Automatic fallback to software WebGL/;

export interface OpenOptions {
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  /** False: nothing plays, and that is not waited for. */
  readonly preview?: boolean;
  /** The preview is paused at once: a processor that also draws the character has little left for anything else. */
  readonly still?: boolean;
}

export async function open(server: Server, options: OpenOptions = {}): Promise<Opened> {
  const context = await (await browser()).newContext({
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    colorScheme: options.theme ?? 'light',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(45000); // far more than anything takes, also beside other work
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if ((message.type() === 'error' || message.type() === 'warning') && !machine.test(message.text()))
      complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`error: ${error.stack ?? error.message}`));
  await page.goto(server.address);
  await page.waitForFunction((plays) => window.sinew?.ready() && (!plays || window.sinew.now() !== null), options.preview ?? true);
  if (options.still) await page.evaluate(() => window.sinew!.pause(true));
  return {
    page,
    complaints,
    close: () => context.close(),
  };
}

/** Waits until the canvas is drawn as the document now is: places that are read while it moves are those of before. */
export const standsStill = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const seen = (): string =>
      [document.querySelector('.react-flow__viewport')!.getAttribute('style'),
        ...[...document.querySelectorAll('.react-flow__node')].map((one) => one.getAttribute('style')),
        ...[...document.querySelectorAll('.arrow-line')].map((one) => one.getAttribute('d'))].join();
    for (let same = 0, before = ''; same < 4; ) {
      await new Promise((frame) => requestAnimationFrame(frame));
      const now = seen();
      same = now === before ? same + 1 : 0;
      before = now;
    }
  });

/** Kept for people to look at. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = join(build, 'screenshots');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
