// Signs in to a service with an OAuth client that nobody of this project wrote, in
// both ways, and uses what it gets: node client.mjs ADDRESS [CLIENT-ID]
//
// It prints one JSON object a line. Whoever reads along plays the person:
//   {"open": address}           opens it in a browser, signs in and agrees
//   {"code": letters, "at": …}  types it there, signs in and agrees
//   {"done": what was seen}     all of it worked
import { createServer } from 'node:http'
import { once } from 'node:events'
import * as oauth from 'openid-client'

const [address, client = 'greenroom-cli'] = process.argv.slice(2)
const tell = (o) => process.stdout.write(JSON.stringify(o) + '\n')
const seen = {}

const local = new URL(address).protocol === 'http:' ? [oauth.allowInsecureRequests] : []

// Who signs in is found from the service alone.
const refused = await fetch(address + '/v1/shortlists')
const named = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '')?.[1]
if (refused.status !== 401 || !named) throw new Error(`no challenge: ${refused.status}`)
const about = await (await fetch(named)).json()
const config = await oauth.discovery(new URL(about.authorization_servers[0]), client, undefined, oauth.None(), { algorithm: 'oauth2', execute: local })
const scope = about.scopes_supported.join(' ')
const resource = about.resource

async function uses(tokens, how) {
  const answer = await oauth.fetchProtectedResource(config, tokens.access_token, new URL(address + '/v1/shortlists'), 'GET')
  if (answer.status !== 200) throw new Error(`${how}: the service answers ${answer.status}`)
  seen[how] = tokens.scope
}

async function fails(how, code, ask) {
  try {
    await ask()
  } catch (e) {
    if (e.error !== code) throw new Error(`${how}: ${e.error ?? e}, want ${code}`)
    seen[how] = code
    return
  }
  throw new Error(`${how} works`)
}

// With the browser of this machine.
const server = createServer().listen(0, '127.0.0.1')
await once(server, 'listening')
const redirect = `http://127.0.0.1:${server.address().port}/callback`
const verifier = oauth.randomPKCECodeVerifier()
const state = oauth.randomState()
tell({
  open: oauth.buildAuthorizationUrl(config, {
    redirect_uri: redirect, scope, resource, state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256',
  }).href,
})
const [request, response] = await once(server, 'request')
response.end('Back in the terminal.')
server.close()
const back = new URL(request.url, redirect)
const checks = { pkceCodeVerifier: verifier, expectedState: state }
const first = await oauth.authorizationCodeGrant(config, back, checks, { resource })
await uses(first, 'code')
await fails('code twice', 'invalid_grant', () => oauth.authorizationCodeGrant(config, back, checks, { resource }))

// With a code on another device.
const device = await oauth.initiateDeviceAuthorization(config, { scope, resource })
tell({ code: device.user_code, at: device.verification_uri, whole: device.verification_uri_complete })
const second = await oauth.pollDeviceAuthorizationGrant(config, device)
await uses(second, 'device')

// Renewed; what was renewed is good no more, and whoever uses it ends the session.
const third = await oauth.refreshTokenGrant(config, second.refresh_token)
await uses(third, 'refresh')
if (third.refresh_token === second.refresh_token) throw new Error('refresh tokens are not rotated')
await fails('refresh twice', 'invalid_grant', () => oauth.refreshTokenGrant(config, second.refresh_token))
await fails('refresh after theft', 'invalid_grant', () => oauth.refreshTokenGrant(config, third.refresh_token))

// Taken back.
const fourth = await oauth.initiateDeviceAuthorization(config, { scope, resource })
tell({ code: fourth.user_code, at: fourth.verification_uri, whole: fourth.verification_uri_complete })
const last = await oauth.pollDeviceAuthorizationGrant(config, fourth)
await oauth.tokenRevocation(config, last.refresh_token, { token_type_hint: 'refresh_token' })
await fails('refresh after revocation', 'invalid_grant', () => oauth.refreshTokenGrant(config, last.refresh_token))

tell({ done: seen })
process.exit(0)
