import { chromium } from 'playwright-core';
const url = process.argv[2];
const t0=Date.now(); const L=(...a)=>console.log(((Date.now()-t0)/1000).toFixed(1), ...a);
const b = await chromium.launch({executablePath:'/usr/bin/chromium', args:['--no-sandbox','--enable-unsafe-swiftshader','--use-gl=angle','--use-angle=swiftshader']});
L('launched');
const p = await (await b.newContext({viewport:{width:1440,height:900}})).newPage();
p.on('console', m => L(m.type(), m.text())); p.on('pageerror', e => L('pageerror', e.message));
await p.goto(url); L('loaded');
for (let i=0;i<20;i++){ await p.waitForTimeout(2000); L(await p.evaluate(()=>JSON.stringify({r:window.sinew?.ready(), n: !!window.sinew?.now(), s:window.sinew?.live?.preview?.graph?1:0}))); }
await b.close();
