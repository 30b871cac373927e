"""The administrator's room: who sees it, and roles that are given with a reason.

Planted once and caught here: a bar that shows the room to everybody, roles that are sent without
their reason, surveillance that can be ticked beside another role, a late answer to an older search.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Route, expect

from tests.browser.kit import BEYOND_CORE, DESKTOP, PHONE, Person, Service, person
from tests.browser.staff import member, staffed
from tests.service.http.test_routes import PASSPHRASE

pytestmark = pytest.mark.asyncio(loop_scope="package")


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with staffed(tmp_path) as made:
        yield made


async def signed_in(guest: Person, name: str) -> None:
    """Somebody with an account, signed in on the page."""
    await guest.go("/account/sign-in")
    await guest.page.get_by_label("Name").fill(name)
    await guest.page.get_by_label("Passphrase").fill(PASSPHRASE)
    await guest.page.get_by_role("button", name="Sign in").click()
    await expect(guest.page.locator(".bar .me")).to_be_visible()


@BEYOND_CORE
async def test_roles_are_given_with_a_reason_and_hold_from_the_next_sign_in(
    browser: Browser, service: Service
) -> None:
    member(service, "Sol", "dealer")
    async with (
        person(browser, service.url, DESKTOP) as boss,
        person(browser, service.url, DESKTOP) as sol,
    ):
        await signed_in(sol, "sol")
        await expect(sol.page.get_by_role("link", name="People")).to_have_count(0)
        await sol.go("/people")
        await expect(sol.page.get_by_role("heading", level=1)).not_to_have_text("People")

        await signed_in(boss, "boss")
        page, release = boss.page, asyncio.Event()
        rows = page.get_by_role("table", name="Accounts by sign-in name").locator("tbody tr")

        async def late(route: Route) -> None:
            await release.wait()
            await route.continue_()

        await page.route("**/api/persons?prefix=&*", late)  # all, before a name was typed
        await page.get_by_role("link", name="People").click()
        await expect(page.get_by_role("heading", name="People")).to_be_visible()
        await page.get_by_label("Find by sign-in name").fill("so")
        await expect(rows).to_have_count(1)
        async with page.expect_response("**/api/persons?prefix=&*"):
            release.set()
        await page.wait_for_timeout(200)
        await expect(rows).to_have_count(1)
        await expect(rows).to_contain_text("boss" + "for a test")
        await page.get_by_role("button", name="Sol").click()
        surveillance = page.get_by_role("checkbox", name="Surveillance")
        await expect(surveillance).to_be_disabled()
        await expect(page.get_by_role("button", name="Nothing changed yet")).to_be_visible()
        await page.get_by_role("checkbox", name="Administrator").check()
        await expect(page.locator(".sees .new")).to_have_text("People +")
        give = page.get_by_role("button", name="Change the roles of Sol")
        await expect(give).to_have_attribute("aria-disabled", "true")
        await page.get_by_label("Ends by itself: administrator").select_option("morning")
        await page.get_by_text("Stands in").click()
        assert await boss.violations() == []
        await page.keyboard.press("Tab")
        await page.keyboard.press("End")
        await page.keyboard.type(" on Sunday")
        await page.keyboard.press("Enter")  # by keys alone
        await expect(page.get_by_role("status").last).to_have_text(
            "The roles of Sol have been changed. Sol is signed out, and has the new role after"
            " signing in again."
        )
        await expect(page.locator(".past li").first).to_contain_text("Stands in on Sunday")
        await expect(rows).to_contain_text("administrator until")
        await expect(rows).to_contain_text("Stands in on Sunday")
        await page.get_by_role("button", name="2 with a role").click()
        await expect(rows).to_have_count(2)
        seen = page.get_by_role("table", name="What each role sees").get_by_role(
            "row", name="People"
        )
        await expect(seen.get_by_role("cell")).to_have_text(["–no", "–no", "–no", "–no", "yes"])

        # the session of before has ended: the page says why, also after a reload
        why = sol.page.get_by_text(
            "You were given the role administrator. Sign in again to use it."
        )
        sol.forgiven.append("401")
        await sol.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        await expect(why).to_be_visible()
        await sol.page.reload()
        await expect(why).to_be_visible()
        assert await sol.violations() == []
        await sol.page.locator(".trouble").get_by_role("link", name="Sign in").click()
        await expect(sol.page.get_by_label("Passphrase")).to_be_visible()
        await expect(why).to_have_count(0)
        await signed_in(sol, "sol")
        await sol.go("/people")
        await expect(sol.page.get_by_role("heading", name="People")).to_be_visible()
        await sol.go("/account")
        await expect(sol.page.get_by_text("You have the role administrator until")).to_be_visible()
        boss.check()
        sol.check()


@BEYOND_CORE
async def test_a_role_that_was_taken_meanwhile_is_not_given_back(
    browser: Browser, service: Service
) -> None:
    """Before, the page wrote all roles that it had shown, also one that had ended."""
    member(service, "Sol", "dealer")
    async with person(browser, service.url, DESKTOP) as boss:
        boss.forgiven.append("409")
        await signed_in(boss, "boss")
        await boss.go("/people")
        page = boss.page
        await page.get_by_role("button", name="Sol").click()
        await expect(page.get_by_role("heading", name="Roles of Sol")).to_be_visible()
        await page.evaluate("""async () => {
            const found = await (await fetch("/api/persons?prefix=sol")).json();
            await fetch(`/api/persons/${found.persons[0].person}/roles`, {
                method: "PUT",
                headers: { "content-type": "application/json" },
                body: JSON.stringify({ roles: ["player"], reason: "left" }),
            });
        }""")
        await page.get_by_role("checkbox", name="Floorperson").check()
        await page.get_by_text("Stands in").click()
        await page.get_by_role("button", name="Change the roles of Sol").click()
        await expect(page.locator(".pane [role=alert]")).to_contain_text("changed just now")
        await page.reload()
        await page.get_by_label("Find by sign-in name").fill("sol")
        await page.get_by_role("button", name="Sol").click()
        await expect(page.get_by_role("checkbox", checked=True)).to_have_count(1)
        boss.check()


@BEYOND_CORE
async def test_suspension_and_a_new_passphrase_need_a_reason(
    browser: Browser, service: Service
) -> None:
    member(service, "Sol", "dealer")
    async with person(browser, service.url, PHONE) as boss:
        boss.forgiven.append("400")
        await signed_in(boss, "boss")
        await boss.go("/people")
        page = boss.page
        await page.get_by_role("button", name="Sol").click()
        await page.get_by_text("Suspend, new passphrase").click()
        await page.get_by_role("button", name="Suspend").click()
        await expect(page.locator(".pane [role=alert]")).to_contain_text("Give a reason")
        await page.get_by_label("Reason, on one line").fill("lost the key")
        await page.get_by_role("button", name="New passphrase").click()
        await expect(page.locator(".told code")).to_be_visible()
        await page.get_by_label("Reason, on one line").fill("left the house")
        await page.get_by_role("button", name="Suspend").click()
        await expect(page.get_by_text("Suspended: left the house")).to_be_visible()
        assert await boss.violations() == []
        boss.check()
