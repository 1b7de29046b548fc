// Looks at reports in a real browser: node report.mjs FOLDER|- FILE...
//
// Each file is opened at 1280 and 390 pixels, with and without script: it asks for nothing
// but itself, nothing is wider than the window, and axe finds nothing. FOLDER gets pictures
// of the first one, on a screen, on a phone and in print (with pdftoppm), - none. It ends
// with 1 and says what is wrong.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import { chromium } from 'playwright-core'

const [folder, ...files] = process.argv.slice(2)
const wrong = []
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
})

for (const file of files) {
  const name = basename(file, '.html')
  for (const javaScriptEnabled of [true, false]) {
    const page = await (await browser.newContext({ javaScriptEnabled })).newPage()
    const asked = []
    page.on('request', (r) => asked.push(r.url()))
    page.on('console', (m) => { if (m.type() === 'error') wrong.push(`${name}: ${m.text()}`) })
    await page.goto(pathToFileURL(file).href)
    if (!(await page.locator('h1').innerText())) wrong.push(`${name}: no title`)
    if (asked.length !== 1) wrong.push(`${name}: asked for ${asked.join(' ')}`)
    if (!javaScriptEnabled) continue
    const pictured = folder !== '-' && file === files[0]
    for (const [kind, width] of [['screen', 1280], ['phone', 390]]) {
      await page.setViewportSize({ width, height: 844 })
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      if (wide > width) wrong.push(`${name}: ${wide} px wide at ${width}`)
      if (pictured) await page.screenshot({ path: `${folder}/${name}-${kind}.png` })
    }
    await page.evaluate(axe.source)
    const { violations, passes } = await page.evaluate(() => axe.run())
    for (const v of violations) wrong.push(`${name}: ${v.help}: ${v.nodes.map((n) => n.html).join(' ')}`)
    if (passes.length < 20) wrong.push(`${name}: axe looked at ${passes.length} rules only`)
    console.log(`${name}: ${passes.length} rules of axe hold, ${violations.length} do not, ${asked.length} request`)
    if (pictured) await printed(page, `${folder}/${name}-print.png`)
  }
}
await browser.close()

// printed is a picture of a page in print: its first two sheets of paper and its last two.
async function printed(page, path) {
  const sheets = mkdtempSync(join(tmpdir(), 'report-'))
  await page.pdf({ path: join(sheets, 'all.pdf'), preferCSSPageSize: true })
  execFileSync('pdftoppm', ['-r', '58', '-png', join(sheets, 'all.pdf'), join(sheets, 'sheet')])
  const all = readdirSync(sheets).filter((f) => f.endsWith('.png')).sort()
  const some = [...new Set([...all.slice(0, 2), ...all.slice(-2)])]
  const images = some.map((f) => `<img width=480 src="data:image/png;base64,${readFileSync(join(sheets, f)).toString('base64')}">`)
  const wall = await (await browser.newContext({ viewport: { width: 480 * some.length, height: 679 } })).newPage()
  await wall.setContent(`<body style="margin:0;display:flex">${images.join('')}</body>`)
  await wall.screenshot({ path })
}
if (wrong.length) {
  console.error(wrong.join('\n'))
  process.exit(1)
}
