//! Posted files: names, alt texts, sizes, what an edit keeps and what an embed shows.

use serde_json::{Value, json};

use super::{Api, check_described, check_verdict, code};
use crate::conversation::standing;

#[tokio::test]
async fn files_have_limits_and_edits_replace_them() {
    let api = Api::start(standing()).await;
    let path = format!("/channels/{}/messages", api.chess());
    let described = json!({"content": "x", "attachments": [{"id": 0, "description": "alt", "filename": "a b.png"}]});
    let (status, message) = api
        .upload("POST", &path, described, &[("ignored.png", 10)])
        .await;
    assert_eq!(status, 200, "{message}");
    let file = &message["attachments"][0];
    assert_eq!(
        (&file["filename"], &file["description"], &file["size"]),
        (&json!("a_b.png"), &json!("alt"), &json!(10))
    );

    let at = format!("{path}/{}", message["id"].as_str().expect("an id"));
    let count = |answer: &(u16, Value)| answer.1["attachments"].as_array().map(Vec::len);
    assert_eq!(
        count(&api.call("PATCH", &at, json!({"content": "y"})).await),
        Some(1),
        "kept when not spoken of"
    );
    let two = api
        .upload("PATCH", &at, json!({"content": "y"}), &[("b.png", 1)])
        .await;
    assert_eq!(count(&two), Some(2), "new ones are added");
    let keep = json!({"attachments": [{"id": file["id"]}]});
    assert_eq!(
        count(&api.call("PATCH", &at, keep).await),
        Some(1),
        "the list says what stays"
    );
    assert_eq!(
        count(&api.call("PATCH", &at, json!({"attachments": []})).await),
        Some(0)
    );

    let long = json!({"content": "x", "attachments": [{"id": 0, "description": "d".repeat(1025)}]});
    check_verdict(
        &long,
        &api.upload("POST", &path, long.clone(), &[("a", 1)]).await,
        Some("attachments.0.description"),
    );
    let eleven: Vec<(&str, usize)> = vec![("a", 1); 11];
    check_verdict(
        &json!({}),
        &api.upload("POST", &path, json!({}), &eleven).await,
        Some("attachments"),
    );
    let limit = 10 * 1024 * 1024;
    assert_eq!(
        api.upload("POST", &path, json!({}), &[("a", limit)])
            .await
            .0,
        200
    );
    assert_eq!(
        code(
            &api.upload("POST", &path, json!({}), &[("a", limit + 1)])
                .await
        ),
        (413, 40005)
    );

    // A picture that an embed shows is not in the list of attachments.
    let shown =
        json!({"embeds": [{"image": {"url": "attachment://a.png"}}], "attachments": [{"id": 0}]});
    let shown = api.upload("POST", &path, shown, &[("a.png", 3)]).await;
    assert_eq!(count(&shown), Some(0), "{}", shown.1);
    let url = shown.1["embeds"][0]["image"]["url"]
        .as_str()
        .expect("a url");
    let bytes = reqwest::get(url)
        .await
        .expect("a file")
        .bytes()
        .await
        .expect("bytes");
    assert_eq!(&bytes[..], [7, 7, 7]);
    check_described(&api);
}
